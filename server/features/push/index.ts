export { findRecipient, takeAudience } from './audience.ts'
export { deleteSubscription, subscriptionsOf } from './repository.ts'
