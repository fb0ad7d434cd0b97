export { authenticateKey, keyOf, logMessage } from './authenticate-key.ts'
export { purgeAccessLogs, setLogMessage } from './repository.ts'
