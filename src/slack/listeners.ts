import type {
  AllMiddlewareArgs,
  App,
  BlockAction,
  GlobalShortcut,
  MessageShortcut,
  RespondFn,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from '@slack/bolt'
import type { ModalView, WebClient } from '@slack/web-api'
import type { ConsentApp } from '../config/slack.js'
import type { Dependencies } from '../services/dependencies.js'
import type { AllServices } from '../services/index.js'
import type { EndStatus } from '../services/statuses/ending.js'
import type { ActedArgs, Requester } from './admission.js'
import type { PauseDigestsAt } from './digest/pauses.js'
import type { Homes } from './home/show-home.js'
import type { Log } from './log.js'
import type { Directory } from './people/list.js'
import type { SlackPeople } from './people/profiles.js'
import type { SendToResponseUrl } from './transport/response-url.js'

export type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs
export type PressArgs = SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs
export type ShortcutArgs = SlackShortcutMiddlewareArgs<GlobalShortcut> & AllMiddlewareArgs
export type MessageShortcutArgs = SlackShortcutMiddlewareArgs<MessageShortcut> & AllMiddlewareArgs
export type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs

/** Sends an answer to where the question was. */
export type Respond = (message: Parameters<RespondFn>[0]) => Promise<unknown>

/** Commands, buttons in messages, and messages to the app. A modal has no `respond`. */
export interface AnswerableArgs extends ActedArgs {
  ack(): Promise<void>
  readonly respond: Respond
}

/** What may open a modal: a button, or a shortcut. */
export interface OpeningArgs extends Pick<ActedArgs, 'client' | 'context'> {
  ack(): Promise<void>
  readonly body: Exclude<ActedArgs['body'], { user_id: string }> & {
    readonly trigger_id: string
    readonly view?: { readonly type: string }
  }
}

/**
 * The result of a submission. `closed`: the modal closes, and `said` is shown in it if the answer came too late to
 * close it. `after` runs once the answer was sent.
 */
export type Submitted = { readonly after?: () => Promise<void> } & (
  | { readonly kind: 'errors'; readonly errors: Readonly<Record<string, string>> }
  | { readonly kind: 'view'; readonly view: ModalView }
  | { readonly kind: 'closed'; readonly said: string }
)

/** Handles one request of a person whose workspace belongs to an organization. */
export type Listener<Args, Result = void> = (
  args: Args,
  asker: Requester,
  services: SlackServices,
) => Promise<Result>

/** A command among the questions, such as `/whosout off`. */
export interface SlashCommand {
  /** Whether words, trimmed, are this command. */
  matches(text: string): boolean
  /** `question`: the words are a question after all. */
  readonly run: Listener<CommandArgs, void | 'question'>
}

type BoltHandler<Args> = (args: Args) => Promise<void>

/** Every frame explains a workspace without access, turns failures into sentences and log lines, and never rejects. */
export interface Frames {
  /** A command, or a button in a message: acknowledges at once. */
  answer<Args extends AnswerableArgs>(run: Listener<Args>): BoltHandler<Args>
  /**
   * A shortcut or a button that opens a modal, on top of its own if it is in one: opens it at once, because its trigger
   * expires after three seconds, and shows the result of `run` in it.
   */
  open<Args extends OpeningArgs = PressArgs>(run: Listener<Args, ModalView>): BoltHandler<Args>
  /** A button in a modal: acknowledges at once. A failure is shown in the modal, which keeps its input. */
  press(run: Listener<PressArgs>): BoltHandler<PressArgs>
  /**
   * A submission: acknowledges with the result or, when that takes longer than Slack waits, with a short notice, and
   * shows the result later.
   */
  submit(run: Listener<SubmitArgs, Submitted>): BoltHandler<SubmitArgs>
}

/** Passed to every listener. It does not depend on how Slack reaches us. */
export interface SlackServices extends AllServices, Dependencies, Frames, Homes {
  /** The command's name, with its slash. */
  readonly command: string
  readonly log: Log
  /** The address of this process's pages, and whether callers really use it or it is only a guess. */
  readonly address: { readonly base: string; readonly isKnown: boolean }
  /** Undefined: nobody can be asked for their consent here. */
  readonly consentApp: ConsentApp | undefined
  readonly endStatus: EndStatus
  readonly profiles: SlackPeople
  readonly directory: Directory
  readonly pauseDigestsAt: PauseDigestsAt
  readonly showThrough: SendToResponseUrl
  /** Has a digest that was asked for posted at once; without this, the next tick does it. */
  readonly postSoon?: ((digest: string, who: string) => void) | undefined
  /** Another client for the same workspace that tries each call once, for actions that must not be repeated. */
  once(token: string): WebClient
}

/** Registers listeners, independent of transport and token. */
export type Register = (app: App, services: SlackServices) => void
