export { announceExpiries } from './announce-expiries.ts'
export { authenticateKey, keyOf, logMessage } from './authenticate-key.ts'
export { ownKeyOf, renewKeyOfDevice, setupKeyOf, sharedKeysOf, withdrawOwnKey } from './device-key.ts'
export { purgeAccessLogs, setLogMessage, withdrawKeysOf } from './repository.ts'
