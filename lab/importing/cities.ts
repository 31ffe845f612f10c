/** A point on the map in degrees. */
interface Point {
  latitude: number
  longitude: number
}

/** Latitude and longitude of the middles of cities, to about a kilometre. */
const cities: Record<string, [latitude: number, longitude: number]> = {
  'Aberystwyth, U.K.': [52.415, -4.083],
  'Amsterdam, Netherlands': [52.372, 4.9],
  'Anaheim, CA, U.S.A.': [33.836, -117.914],
  'Atlanta, GA, U.S.A.': [33.749, -84.388],
  'Austin, TX, U.S.A.': [30.267, -97.743],
  'Bangalore, India': [12.972, 77.594],
  'Bangkok, Thailand': [13.756, 100.502],
  'Barcelona, Spain': [41.388, 2.17],
  'Belgrade, Serbia': [44.817, 20.457],
  'Bengaluru, India': [12.972, 77.594],
  'Berlin, Germany': [52.52, 13.405],
  'Bern, Switzerland': [46.948, 7.447],
  'Bordeaux, France': [44.838, -0.579],
  'Boston, MA, U.S.A.': [42.36, -71.058],
  'Brussels, Belgium': [50.847, 4.352],
  'Chicago, IL, U.S.A.': [41.878, -87.63],
  'Cologne, Germany': [50.938, 6.96],
  'Copenhagen, Denmark': [55.676, 12.568],
  'Dubai, United Arab Emirates': [25.205, 55.271],
  'Düsseldorf, Germany': [51.225, 6.776],
  'Frankfurt am Main, Germany': [50.111, 8.682],
  'Geneva, Switzerland': [46.204, 6.143],
  'Goa, India': [15.491, 73.828],
  'Graz, Austria': [47.071, 15.44],
  'Hollywood, FL, U.S.A.': [26.011, -80.15],
  'Karlsruhe, Germany': [49.007, 8.404],
  'Kraków, Poland': [50.065, 19.945],
  'Las Vegas, NV, U.S.A.': [36.17, -115.14],
  'Leeds, U.K.': [53.801, -1.549],
  'Lisbon, Portugal': [38.722, -9.139],
  'London, U.K.': [51.507, -0.128],
  'Los Angeles, CA, U.S.A.': [34.052, -118.244],
  'Madrid, Spain': [40.417, -3.704],
  'Malaga, Spain': [36.721, -4.421],
  'Montreal, Canada': [45.502, -73.567],
  'Munich, Germany': [48.137, 11.576],
  'New York, NY, U.S.A.': [40.713, -74.006],
  'Newcastle-Upon-Tyne, U.K.': [54.978, -1.618],
  'Orlando, FL, U.S.A.': [28.538, -81.379],
  'Oslo, Norway': [59.914, 10.752],
  'Paris, France': [48.857, 2.352],
  'Porto, Portugal': [41.158, -8.629],
  'Potsdam, Germany': [52.391, 13.064],
  'Pune, India': [18.52, 73.857],
  'Rapperswil-Jona, Switzerland': [47.227, 8.818],
  'Rome, Italy': [41.903, 12.496],
  'Rotterdam, Netherlands': [51.924, 4.478],
  'San Diego, CA, U.S.A.': [32.716, -117.161],
  'San Francisco, CA, U.S.A.': [37.775, -122.419],
  'San Jose, CA, U.S.A.': [37.338, -121.886],
  'Seattle, WA, U.S.A.': [47.606, -122.332],
  'Seoul, South Korea': [37.567, 126.978],
  'Singapore, Singapore': [1.29, 103.852],
  'Sydney, Australia': [-33.869, 151.209],
  'Tokyo, Japan': [35.677, 139.65],
  'Toronto, Canada': [43.653, -79.383],
  'Utrecht, Netherlands': [52.091, 5.122],
  'Verona, Italy': [45.438, 10.992],
  'Vienna, Austria': [48.208, 16.374],
  'Vilnius, Lithuania': [54.687, 25.28],
  'Warsaw, Poland': [52.23, 21.012],
  'Zurich, Switzerland': [47.377, 8.542],
}

/** The middle of a city such as 'Pune, India'; null for one that is not in the list. */
export function cityPoint(place: string): Point | null {
  const [latitude, longitude] = cities[place] ?? []
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude }
}

/** The same of cities in Thailand, by the names that people write. */
const thaiCities: [latitude: number, longitude: number, ...names: string[]][] = [
  [13.756, 100.502, 'Bangkok', 'กรุงเทพ'],
  [18.788, 98.985, 'Chiang Mai', 'Chiangmai', 'เชียงใหม่'],
  [19.907, 99.831, 'Chiang Rai', 'Chiangrai', 'เชียงราย'],
  [18.288, 99.493, 'Lampang', 'ลำปาง'],
  [16.821, 100.266, 'Phitsanulok', 'พิษณุโลก'],
  [16.432, 102.823, 'Khon Kaen', 'ขอนแก่น'],
  [17.414, 102.787, 'Udon Thani', 'อุดรธานี'],
  [17.878, 102.742, 'Nong Khai', 'หนองคาย'],
  [14.979, 102.098, 'Nakhon Ratchasima', 'Korat', 'นครราชสีมา', 'โคราช'],
  [15.229, 104.856, 'Ubon Ratchathani', 'อุบลราชธานี'],
  [14.353, 100.569, 'Ayutthaya', 'อยุธยา'],
  [13.859, 100.517, 'Nonthaburi', 'นนทบุรี'],
  [14.021, 100.525, 'Pathum Thani', 'ปทุมธานี'],
  [13.599, 100.597, 'Samut Prakan', 'สมุทรปราการ'],
  [13.82, 100.062, 'Nakhon Pathom', 'นครปฐม'],
  [14.023, 99.533, 'Kanchanaburi', 'กาญจนบุรี'],
  [13.361, 100.985, 'Chonburi', 'Chon Buri', 'ชลบุรี'],
  [12.928, 100.877, 'Pattaya', 'พัทยา'],
  [12.681, 101.278, 'Rayong', 'ระยอง'],
  [12.568, 99.958, 'Hua Hin', 'หัวหิน'],
  [9.138, 99.322, 'Surat Thani', 'สุราษฎร์ธานี'],
  [8.432, 99.963, 'Nakhon Si Thammarat', 'นครศรีธรรมราช'],
  [7.881, 98.392, 'Phuket', 'ภูเก็ต'],
  [8.086, 98.906, 'Krabi', 'กระบี่'],
  [7.009, 100.475, 'Hat Yai', 'Hatyai', 'หาดใหญ่'],
  [7.19, 100.595, 'Songkhla', 'สงขลา'],
]

const countriesAbroad = new Set(
  Object.keys(cities)
    .map(lastPart)
    .filter((country) => country !== 'thailand'),
)

/** What an address ends with, in small letters. */
function lastPart(address: string): string {
  return address.split(',').at(-1)?.trim().toLowerCase() ?? ''
}

/** The middle of the city in Thailand that an address names last, as addresses end with it; null where it names none,
 *  or ends with a country of the list above. */
export function thaiCityPoint(address: string): Point | null {
  if (countriesAbroad.has(lastPart(address))) return null
  const written = address.toLowerCase()
  const named = thaiCities
    .flatMap(([latitude, longitude, ...names]) =>
      names.map((name) => ({ at: written.lastIndexOf(name.toLowerCase()), point: { latitude, longitude } })),
    )
    .filter(({ at }) => at >= 0)
    .toSorted((left, right) => right.at - left.at)
  return named[0]?.point ?? null
}
