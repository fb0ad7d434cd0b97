export { authenticate } from './authenticate.ts'
export { isOpen } from './repository.ts'
