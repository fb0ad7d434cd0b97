export * from '../core/index.ts'
export { decode } from './decode.ts'
export { createReader, type Reader, type ReadOptions } from './reader.ts'
