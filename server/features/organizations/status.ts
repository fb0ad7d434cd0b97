import { organizationStatus } from '../../../contract/organizations.ts'

/** Whether people may sign in and go on working: neither stopped nor deleted nor past its end. */
export const isActive = (organization: { status: number; expireAt: Date | null }, now: Date): boolean =>
  organization.status === organizationStatus.active &&
  (organization.expireAt === null || organization.expireAt > now)
