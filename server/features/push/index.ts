export { deleteSubscription, subscriptionsOf } from './repository.ts'
