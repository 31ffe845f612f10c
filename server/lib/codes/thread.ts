/** The thread in which codes are looked for: a picture that keeps the decoder busy holds up nobody but the pictures behind it. */
import { serve } from '#server/lib/threads/serve.ts'
import { decode } from './decoding.ts'

serve(decode)
