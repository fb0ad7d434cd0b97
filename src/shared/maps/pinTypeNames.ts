import { type PinType, pinType } from '../../../contract/maps.ts'

export const pinTypeNames: Record<PinType, string> = { [pinType.camera]: 'カメラ', [pinType.wifi]: 'WiFi' }
