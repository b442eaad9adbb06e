import { runAtOnce } from '../../../src/calendar/slices.js'
import { digestReplyInSlices } from '../../../src/domain/reply/digest.js'
import { presenceReplyInSlices } from '../../../src/domain/reply/presence.js'

/** Replies to small organizations, without slices. */
export const presenceReply = (...of: Parameters<typeof presenceReplyInSlices>) =>
  runAtOnce(presenceReplyInSlices(...of))
export const digestReply = (...of: Parameters<typeof digestReplyInSlices>) =>
  runAtOnce(digestReplyInSlices(...of))
