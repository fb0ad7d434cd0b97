import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Meter, MeterCreate } from '../../../../contract/meters.ts'
import { readingEndpoints } from '../../../../contract/readings.ts'
import { useCreateMeter } from '../../../lib/mutations/meterMutations.ts'
import { reloadLists } from '../../../lib/mutations/readingMutations.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { call } from '../../../lib/session/api.ts'
import { base64Of } from '../../../shared/pictures/compressForUpload.ts'
import { correctedNow } from '../../../ui/text/currentMinute.ts'
import { localOfInstant } from '../../../ui/text/localTime.ts'
import { trialPictures } from './trialMeter.ts'

async function pictureOf(name: keyof typeof trialPictures): Promise<string> {
  const answer = await fetch(trialPictures[name])
  if (!answer.ok) throw new TypeError(`the picture ${name} is answered with ${answer.status}`)
  return base64Of(await answer.blob())
}

/** Registers the trial meter, and sends one of its photographs as a device would. */
export function useTrial() {
  const client = useQueryClient()
  const { organization } = useAccount()
  const create = useCreateMeter()
  return useMutation({
    mutationFn: async (meter: Meter | Omit<MeterCreate, 'image_base64'>) => {
      const isNew = !('id' in meter)
      const { id } = isNew
        ? await create.mutateAsync({ ...meter, image_base64: await pictureOf('reference') })
        : meter
      const body = {
        meter_id: id,
        value: null,
        created_at: localOfInstant(correctedNow(), organization.time_zone),
        image_base64: await pictureOf(isNew ? 'normal' : 'abnormal'),
      }
      await call(readingEndpoints.createReading, { body })
      return isNew
    },
    onSuccess: () => void reloadLists(client),
  })
}
