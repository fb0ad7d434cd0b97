import { IconAlertTriangle, IconClipboardCheck, IconDeviceCctv, IconNewSection } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { type HomeTabName, homeTabs } from './tabs.ts'

const appearance = {
  inspection: { label: '点検データ', icon: IconClipboardCheck },
  abnormal: { label: '異常データ', icon: IconAlertTriangle },
  new: { label: '新規点検メーター', icon: IconNewSection },
  devices: { label: '異常検知端末', icon: IconDeviceCctv },
}

const tabs = homeTabs.map((name) => ({ name, ...appearance[name] }))

interface Props {
  shown: HomeTabName
  onChoose: (tab: HomeTabName) => void
  children: ReactNode
}

export const HomeTabs = (props: Props) => <Tabbed tabs={tabs} {...props} />
