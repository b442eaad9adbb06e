import { describeRace } from './race.js'

describeRace(60, 7_000)
