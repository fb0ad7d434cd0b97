import { type Access, allows, type Role } from '../../contract/access.ts'

interface Audience {
  access: Access
  /** Roles, where stricter than `access`. */
  signedIn?: Access
}

/** The router's decision for a user and a screen: the server's rule, as a redirect or not found. */
export function checkAccess(
  { access, signedIn = access }: Audience,
  role: Role | null,
): 'enter' | 'login' | 'not-found' {
  if (allows(role === null ? access : signedIn, role)) return 'enter'
  return role === null ? 'login' : 'not-found'
}

/** The page wanted before sign-in; only paths of this site. */
export const isSameOriginPath = (path: string): boolean => /^\/(?![/\\])/.test(path)
