export { findMailedAdmins, findMailReaders, findRecipient, isMailedAdmin, takeAudience } from './audience.ts'
export { deleteSubscription, subscriptionsOf } from './repository.ts'
