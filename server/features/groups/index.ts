export { listGroups } from './repository.ts'
export { createGroup, deleteGroup, updateGroup } from './service.ts'
