export { deleteNext } from './delete.ts'
export { enterFilling, findReset, finishReset, unfinishedResets } from './repository.ts'
