import { organizationStatus } from '../../../contract/organizations.ts'

/** Whether members may sign in: neither stopped nor deleted nor expired. */
export const isActive = (organization: { status: number; expireAt: Date | null }, now: Date): boolean =>
  organization.status === organizationStatus.active &&
  (organization.expireAt === null || organization.expireAt > now)
