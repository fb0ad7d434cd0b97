/** Keys of the cache. Apart from the queries, whose calls only administrators load. */
export const userKeys = {
  all: ['users'] as const,
  of: (organizationId: number) => ['users', organizationId] as const,
  invitations: (organizationId: number) => ['users', organizationId, 'invitations'] as const,
  /** Whom an API key may act as. */
  ofApiKeys: ['users', 'of-keys'] as const,
  /** By name, for everybody. */
  assignees: ['users', 'assignees'] as const,
  dependents: (organizationId: number, id: number) => ['users', organizationId, 'dependents', id] as const,
  signedInDevices: ['signed-in-devices'] as const,
}
