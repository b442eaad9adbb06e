import { describeRace } from './race.js'

describeRace(6, 3_000)
