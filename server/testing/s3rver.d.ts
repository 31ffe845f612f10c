/** Types of what the tests use of s3rver, which comes without types. */
declare module '@20minutes/s3rver' {
  interface Options {
    /** 0 for a free one. */
    port: number
    address: string
    silent: boolean
    /** Where it keeps its buckets. */
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }

  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
