import { useNavigate } from '@tanstack/react-router'
import type { Meter, MeterUpdate } from '../../../contract/meters.ts'
import { useUpdateMeter } from '../../lib/mutations/meterMutations.ts'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { DetailLayout } from '../../ui/layout/DetailLayout.tsx'
import { AddMeter } from './AddMeter.tsx'
import { CaptureLink, isReadByCamera, isReadByPhone } from './CaptureLink.tsx'
import { GraphLink } from './GraphLink.tsx'
import { MeterFacts } from './MeterFacts.tsx'
import { MeterPictures } from './MeterPictures.tsx'
import classes from './MeterView.module.css'
import { decimalsChangedText, type SettingChange } from './SettingRows.tsx'
import type { SettingDialogs } from './settingDialogs.ts'
import { type useMissingSetting, useNotifySaved } from './useMissingSetting.ts'

interface Props {
  meter: Meter
  dialogs: SettingDialogs
  /** What the waiting reading `setup` needs first. */
  missing: ReturnType<typeof useMissingSetting>
  setup: number | undefined
}

/** As API fields. */
function settingFields(change: SettingChange): MeterUpdate {
  if ('area' in change) return change
  const { settings, pins, digitNumber, decimalPoint } = change
  return {
    settings,
    pins,
    ...(digitNumber !== undefined && { digit_number: digitNumber }),
    ...(decimalPoint !== undefined && { decimal_point: decimalPoint }),
  }
}

/** Read-only view with picture, facts and links; settings are saved at once. */
export function MeterView({ meter, dialogs, missing, setup }: Props) {
  const navigate = useNavigate()
  const update = useUpdateMeter()
  const notifySaved = useNotifySaved(setup)
  // There it is in the bottom bar.
  const phone = useIsPhone()
  const openMeter = ({ id }: Meter) => void navigate({ to: '/meters/$id', params: { id: String(id) } })
  return (
    <>
      <div className={classes.ways}>
        <GraphLink meter={meter} />
        {(isReadByPhone(meter) ? !phone : isReadByCamera(meter)) && <CaptureLink meter={meter} />}
        <AddMeter dialogs={dialogs} small source={meter} onAdded={openMeter} />
        <AddMeter dialogs={dialogs} small onAdded={openMeter} />
      </div>
      <DetailLayout picture={<MeterPictures meter={meter} />}>
        <MeterFacts
          meter={meter}
          dialogs={dialogs}
          start={missing === 'range' || meter.image === null ? null : missing}
          onSetting={async (change) => {
            const saved = await update.mutateAsync({ id: meter.id, changes: settingFields(change) })
            const digits = 'digitNumber' in change ? change.digitNumber : undefined
            const counted = digits === undefined ? '' : `桁数は ${digits} 桁になりました`
            const texts = [`「${meter.name}」の設定を保存しました`, counted, decimalsChangedText(change)]
            notifySaved(texts.filter(Boolean).join('。'), saved)
          }}
        />
      </DetailLayout>
    </>
  )
}
