export { keepAllRounds, keepRounds } from './keep-rounds.ts'
export { firstDay } from './period.ts'
export { listGroups } from './repository.ts'
export { stateOfRound } from './state-of-round.ts'
