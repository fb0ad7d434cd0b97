import { z } from 'zod'

// The page’s policy forbids code made from text. Told so, zod does not try: each attempt is reported as a breach.
z.config({ jitless: true })
