import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

/** Everything that the product keeps about whoever asks, as one ZIP file: `data.json`, `README.txt` that explains it, and the
 *  pictures that they uploaded. It holds no secrets, and nothing private of anybody else. */
export const exportOwnData = {
  method: 'GET',
  url: '/api/users/export',
  schema: {
    summary: "Download all of one's own data",
    mediaType: 'application/zip',
    tells: ['content-disposition'],
    response: { 200: z.custom<Blob>() },
  },
  config: { access: 'signed-in', limit: 'export' },
} satisfies Endpoint
