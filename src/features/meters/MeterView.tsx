import { useNavigate } from '@tanstack/react-router'
import type { Meter } from '../../../contract/meters.ts'
import { useUpdateMeter } from '../../lib/queries/changeMeters.ts'
import { safeName } from '../../lib/safeName.ts'
import { DetailLayout } from '../../ui/DetailLayout.tsx'
import { notify } from '../../ui/notify.tsx'
import { PictureViewer } from '../../ui/PictureViewer.tsx'
import { AddMeter } from './AddMeter.tsx'
import { CaptureLink, isCaptured } from './CaptureLink.tsx'
import { GraphLink } from './GraphLink.tsx'
import { MeterFacts } from './MeterFacts.tsx'
import classes from './MeterView.module.css'
import type { SettingDialogs } from './slots.ts'

interface Props {
  meter: Meter
  dialogs: SettingDialogs
}

/** A meter, to look at: picture, facts, ways on. Its settings are kept at once. */
export function MeterView({ meter, dialogs }: Props) {
  const navigate = useNavigate()
  const update = useUpdateMeter()
  return (
    <>
      <div className={classes.ways}>
        <GraphLink meter={meter} />
        {isCaptured(meter) && <CaptureLink meter={meter} />}
        <AddMeter
          dialogs={dialogs}
          variant="default"
          size="sm"
          onAdded={({ id }) => void navigate({ to: '/meters/$id', params: { id: String(id) } })}
        />
      </div>
      <DetailLayout
        picture={
          <PictureViewer
            framed={null}
            original={meter.image}
            preview={meter.thumbnail}
            alt={`${meter.name}のメーター画像`}
            name={safeName(meter.name)}
          />
        }
      >
        <MeterFacts
          meter={meter}
          dialogs={dialogs}
          onSetting={async (changes) => {
            await update.mutateAsync({ id: meter.id, changes })
            notify.success('設定を保存しました')
          }}
        />
      </DetailLayout>
    </>
  )
}
