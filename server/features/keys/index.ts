export { authenticateKey, keyOf, logMessage } from './authenticate-key.ts'
export { newestDeviceKey } from './device-key.ts'
export { purgeAccessLogs, setLogMessage, withdrawKeysOf } from './repository.ts'
