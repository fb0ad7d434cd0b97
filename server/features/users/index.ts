export { presentUser } from './present.ts'
export { isTaken, listMembers, lockNames } from './repository.ts'
