import { useState } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { type ReplacedMeter, saveReplacement } from '../../../offline/replacements.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { requestBackgroundSync } from '../held/requestBackgroundSync.ts'
import { useAccount } from '../queries/account.ts'
import { lastClockOffset } from '../session/clockOffset.ts'

type Replaced = Pick<ReplacedMeter, 'oldEnd' | 'newStart' | 'note' | 'replacedAt' | 'timeChosen' | 'before'>

/** Stores a replacement in the outbox, once however often it is called, and says so. */
export function useSaveReplacement(meter: Meter, unit: string): (replaced: Replaced) => Promise<void> {
  const { id: userId, organization } = useAccount()
  const [id] = useState(() => crypto.randomUUID())
  return async (replaced) => {
    await saveReplacement({
      ...replaced,
      id,
      userId,
      organizationId: organization.id,
      organizationName: organization.name,
      meterId: meter.id,
      meterName: meter.name,
      unit,
      decimalPoint: meter.decimal_point,
      savedAt: Date.now(),
      clockOffset: lastClockOffset(),
    })
    void requestBackgroundSync()
    notify.success(`「${meter.name}」の交換を保存しました`)
  }
}
