import { Flex, SegmentedControl } from '@mantine/core'
import { IconCamera, IconWifi } from '@tabler/icons-react'
import { type PinType, pinType } from '../../../../contract/maps.ts'
import { pinTypeNames } from '../../../shared/maps/pinTypeNames.ts'

interface Props {
  value: PinType
  onChange: (type: PinType) => void
}

const options = [
  { type: pinType.camera, Icon: IconCamera },
  { type: pinType.wifi, Icon: IconWifi },
]

/** カメラ or WiFi. */
export const PinTypeToggle = ({ value, onChange }: Props) => (
  <SegmentedControl
    aria-label="ピンの種類"
    fullWidth
    value={String(value)}
    onChange={(chosen) => onChange(chosen === String(pinType.wifi) ? pinType.wifi : pinType.camera)}
    data={options.map(({ type, Icon }) => ({
      value: String(type),
      label: (
        <Flex component="span" display="inline-flex" gap={6} align="center">
          <Icon size={18} aria-hidden />
          {pinTypeNames[type]}
        </Flex>
      ),
    }))}
  />
)
