export * from '../core/index.ts'
export { decode } from './decode.ts'
export { createReader, type Reader } from './reader.ts'
