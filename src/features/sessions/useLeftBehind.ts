import { use, useEffect, useEffectEvent, useState } from 'react'
import { type OutboxSeal, outboxSealEndpoints } from '../../../contract/outbox-seals.ts'
import { removeExported } from '../../../offline/byHand.ts'
import { listOwners, type OwnedRows } from '../../../offline/outbox.ts'
import { readOwnerProof } from '../../../offline/ownerProofs.ts'
import type { Owner } from '../../../offline/sendable.ts'
import { exportSealed } from '../../lib/held/exportOutbox.ts'
import { call } from '../../lib/session/api.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'

/** What the server says of the owner; null without a proof, or without an answer. */
async function askForSeal(owner: Owner): Promise<OutboxSeal | null> {
  const proof = await readOwnerProof(owner)
  if (proof === null) return null
  return (await call(outboxSealEndpoints.createOutboxSeal, { body: { owner_proof: proof } })).data
}

async function findLeftBehind(): Promise<OwnedRows[]> {
  const owners = await listOwners()
  // Offline, nothing is known of the owners.
  const answers = await Promise.all(owners.map((owner) => askForSeal(owner).catch(() => null)))
  return owners.filter((_owner, index) => answers[index]?.is_member === false)
}

/** Rows on this device whose owner, as the server says, is no longer a member: nobody can send them. */
export function useLeftBehind(onFound: () => void) {
  const zone = use(TimeZone)
  const [owners, setOwners] = useState<readonly OwnedRows[]>([])
  useEffect(() => {
    findLeftBehind().then(setOwners, console.warn)
  }, [])
  const refresh = () => findLeftBehind().then(setOwners, console.warn)
  const found = useEffectEvent(onFound)
  const isFound = owners.length > 0
  useEffect(() => {
    if (isFound) found()
  }, [isFound])
  return {
    owners,
    /** Resolves to the number of rows in the file; null when the share sheet was closed or the owner is a member again. */
    save: async (owner: Owner): Promise<number | null> => {
      const answer = await askForSeal(owner)
      const seal = answer?.seal
      const count = seal
        ? await exportSealed(owner, { key: seal.key, sealedKey: seal.sealed_key }, zone)
        : null
      await refresh()
      return count
    },
    remove: async (owner: Owner): Promise<void> => {
      await removeExported(owner)
      await refresh()
    },
  }
}
