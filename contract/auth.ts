import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { Day, dayInBangkok, Email, Id, Message, PhoneNumber, requiredText } from './fields.ts'

export const Role = z.enum(['Organizer', 'Attendee'])
export type Role = z.infer<typeof Role>

export const usernameLength = { min: 3, max: 150 }
export const passwordLength = { min: 8, max: 128 }

export const Username = z
  .string({ error: 'Username is required.' })
  .trim()
  .min(1, 'Username is required.')
  .min(usernameLength.min, `Username must have at least ${usernameLength.min} characters.`)
  .max(usernameLength.max, `Username may have at most ${usernameLength.max} characters.`)
  .regex(/^[\p{L}\p{M}\p{N}@.+_-]+$/u, 'Use only letters, digits and @ . + - _')

/** Any characters; counted as people count them, so that one emoji is one. */
export const Password = z
  .string({ error: 'Password is required.' })
  .min(1, 'Password is required.')
  .refine(
    (value) => [...value].length >= passwordLength.min,
    `Password must have at least ${passwordLength.min} characters.`,
  )
  .refine(
    (value) => [...value].length <= passwordLength.max,
    `Password may have at most ${passwordLength.max} characters.`,
  )

export const futureBirthDate = 'The date cannot be in the future.'

export const BirthDate = z
  .string({ error: 'Birth date is required.' })
  .min(1, 'Birth date is required.')
  .pipe(Day)
  .refine((day) => day >= '1900-01-01', 'Enter your birth date.')
  .refine((day) => day <= dayInBangkok(new Date()), futureBirthDate)

export const Registration = z
  .object({
    username: Username,
    password: Password,
    password2: z.string({ error: 'Confirm your password.' }).min(1, 'Confirm your password.'),
    first_name: requiredText('First name', 150),
    last_name: requiredText('Last name', 150),
    birth_date: BirthDate,
    phone_number: PhoneNumber,
    email: Email,
  })
  .refine((form) => form.password === form.password2, { path: ['password2'], message: 'Passwords do not match.' })
export type Registration = z.input<typeof Registration>

/** What a sign-in answers; the browser keeps it. `image_url` is '' where there is no picture. */
export const SignedIn = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  id: Id,
  username: z.string(),
  status: Role,
  image_url: z.string(),
})
export type SignedIn = z.infer<typeof SignedIn>

export const register = {
  method: 'POST',
  url: '/api/users/register',
  schema: {
    summary: 'Make an account',
    body: Registration,
    response: { 201: z.object({ id: Id, username: z.string(), message: z.string() }) },
  },
  config: { access: 'anyone', limit: 'register', send: 'urlencoded' },
} satisfies Endpoint

export const login = {
  method: 'POST',
  url: '/api/users/login',
  schema: {
    summary: 'Sign in by username or email',
    body: z.object({
      username: z.string({ error: 'Username is required.' }).max(300, 'Username or password is incorrect.'),
      password: z.string({ error: 'Password is required.' }).max(1_000, 'Username or password is incorrect.'),
    }),
    response: { 200: SignedIn },
  },
  config: { access: 'anyone', limit: 'login', send: 'urlencoded' },
} satisfies Endpoint

/** Ends the session of the token that is sent, if any; never refuses. */
export const logout = {
  method: 'POST',
  url: '/api/users/logout',
  schema: { summary: 'Sign out', response: { 200: Message } },
  config: { access: 'anyone' },
} satisfies Endpoint

/** With `rotate` the answer also holds the refresh token that takes the place of the one sent. */
export const refreshToken = {
  method: 'POST',
  url: '/api/token/refresh',
  schema: {
    summary: 'Get a new access token',
    body: z.object({
      refresh: z.string({ error: 'No refresh token found' }).max(4_000),
      rotate: z.boolean().optional(),
    }),
    response: { 200: z.object({ access: z.string(), refresh: z.string().optional() }) },
  },
  config: { access: 'anyone', limit: 'refresh', send: 'json' },
} satisfies Endpoint
