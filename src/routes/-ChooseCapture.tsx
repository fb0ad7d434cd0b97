import { SharedLink } from '../features/captures/shared-pictures/SharedLink.tsx'
import { ScanButton } from '../features/scan/ScanButton.tsx'
import { CapturePicker } from '../features/shell/CapturePicker.tsx'
import { OpenWalks } from '../features/walk/OpenWalks.tsx'

/** 撮影 of the bottom bar; connects features. */
export const ChooseCapture = ({ onClose }: { onClose: () => void }) => (
  <CapturePicker
    opened
    onClose={onClose}
    above={
      <>
        <SharedLink onChosen={onClose} />
        <OpenWalks onChosen={onClose} />
      </>
    }
    scan={<ScanButton onFound={onClose} />}
  />
)
