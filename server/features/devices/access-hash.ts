import { randomBytes } from 'node:crypto'

/** A word by which a device proves itself when it registers: 128 bits in hexadecimal. */
export const randomAccessHash = () => randomBytes(16).toString('hex')
