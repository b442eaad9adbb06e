import { describeRace } from './race.js'

describeRace(5, 1_000)
