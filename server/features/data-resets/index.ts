export { deleteNext } from './delete.ts'
export { enterFilling, findReset, finishReset } from './repository.ts'
