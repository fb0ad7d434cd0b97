import { hash, type Options, verify } from '@node-rs/argon2'

// OWASP Password Storage Cheat Sheet: argon2id (the default) with 19 MiB, 2 passes, 1 lane.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let decoy: Promise<string> | undefined

/** Takes equally long without an account (`kept` null). */
export async function isPassword(kept: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy')
  const matches = await verify(kept ?? (await decoy), password)
  return matches && kept !== null
}
