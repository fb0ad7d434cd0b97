import { type OwnerProof, whenRefused, withDatabase } from './database.ts'
import type { Owner } from './sendable.ts'

const isOf =
  ({ userId, organizationId }: Owner) =>
  (each: Owner): boolean =>
    each.userId === userId && each.organizationId === organizationId

/** Keeps the proof of a signed-in user on this device, past the end of the session. */
export async function rememberOwnerProof(proof: OwnerProof): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = database.transaction('session', 'readwrite')
    const write = async () => {
      const known = proofsIn(await transaction.store.get('proofs'))
      if (known.find(isOf(proof))?.proof === proof.proof) return
      await transaction.store.put([...known.filter((each) => !isOf(proof)(each)), proof], 'proofs')
    }
    await Promise.all([write(), transaction.done])
  }).catch(whenRefused(undefined))
}

/** Null for a user who has not been signed in on this device since the server gives proofs. */
export async function readOwnerProof(owner: Owner): Promise<string | null> {
  const proofs = await withDatabase(async (database) => proofsIn(await database.get('session', 'proofs')))
  return proofs.find(isOf(owner))?.proof ?? null
}

const proofsIn = (stored: unknown): OwnerProof[] => (Array.isArray(stored) ? stored : [])
