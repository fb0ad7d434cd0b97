import { type CampaignPhone, openCampaignPhone } from './phone.ts'
import { openWebKitPhone } from './webkit.ts'

/** Browsers that a campaign can be made with: opens a phone on the server's origin. */
export const browsers: Record<string, (origin: string) => Promise<CampaignPhone>> = {
  chromium: (origin) => openCampaignPhone('chromium', origin),
  firefox: (origin) => openCampaignPhone('firefox', origin),
  webkit: openWebKitPhone,
}
