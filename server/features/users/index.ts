export { presentUser } from './present.ts'
export { listMembers } from './repository.ts'
