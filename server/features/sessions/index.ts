export { authenticate } from './authenticate.ts'
export { withHashingSlot } from './hashing.ts'
export { hashPassword } from './passwords.ts'
export { isOpen } from './repository.ts'
