export { findMailedAdmins, findMailReaders, findRecipient, takeAudience } from './audience.ts'
export { deleteSubscription, subscriptionsOf } from './repository.ts'
