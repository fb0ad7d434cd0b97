import type { DeviceHistory } from '../../../../contract/devices.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Fact } from '../../../ui/text/Fact.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import classes from './SignalPanel.module.css'

interface Props {
  report: DeviceHistory
  onClose: () => void
}

const none = 'データ無し'

/** What a device said in one report. */
export function SignalDialog({ report, onClose }: Props) {
  const { created_at, dbm, battery_per: battery, ai_predict_status: ai, error_id, other, logs } = report
  return (
    <Dialog opened title="通信の記録" width={560} onClose={onClose}>
      <Fact label="日時">
        <TimeText time={created_at} />
      </Fact>
      <Fact label="電波強度">{dbm === null ? none : `${dbm} dBm`}</Fact>
      <Fact label="AI処理内容">{ai || none}</Fact>
      <Fact label="エラーログ番号">{error_id ?? none}</Fact>
      <Fact label="その他の情報">{other || none}</Fact>
      <Fact label="電池">{battery === null ? none : `${battery} %`}</Fact>
      <Fact label="端末のログ">{logs ? <span className={classes.logs}>{logs}</span> : none}</Fact>
    </Dialog>
  )
}
