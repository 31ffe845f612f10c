/** The secret that signs the sessions of the product under test, so that a journey can sign an expired one. */
export const tokenSecret = 'journeys sign expired tokens themselves'
