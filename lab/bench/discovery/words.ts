/** Words that occur in many events. */
export const hotTags = ['music', 'technology', 'ดนตรี', 'food', 'เทคโนโลยี', 'art', 'music', 'music']
export const tags = [
  ...[
    'startup',
    'design',
    'data',
    'cloud',
    'security',
    'python',
    'running',
    'yoga',
    'film',
    'theatre',
    'books',
    'coffee',
  ],
  ...['travel', 'history', 'science', 'robotics', 'health', 'finance', 'law', 'language', 'dance', 'jazz', 'craft'],
  ...['สุขภาพ', 'การเงิน', 'ท่องเที่ยว', 'อาหาร', 'ศิลปะ', 'วิทยาศาสตร์', 'กาแฟ', 'หนังสือ', 'ภาพยนตร์', 'การตลาด', 'เกม'],
]
export const english = [
  ...['Photography', 'Marketing', 'Robotics', 'Jazz', 'Ceramics', 'Astronomy', 'Gardening', 'Typography', 'Sailing'],
  ...['Startup', 'Leadership', 'Painting', 'Chess', 'Marathon', 'Coffee', 'Writing', 'Cinema', 'Poetry', 'Climate'],
  ...['Database', 'Security', 'Networking', 'Weaving', 'Cooking', 'Baking', 'Theatre', 'Philosophy', 'Economics'],
]
export const kinds = [
  'Workshop',
  'Night',
  'Meetup',
  'Conference',
  'Festival',
  'Weekend',
  'Summit',
  'Class',
  'Walk',
  'Fair',
]
export const thai = [
  ...['พัฒนาซอฟต์แวร์', 'ถ่ายภาพ', 'ดนตรีริมน้ำ', 'อาหารพื้นบ้าน', 'การตลาดดิจิทัล', 'ศิลปะร่วมสมัย', 'ปัญญาประดิษฐ์', 'วรรณกรรม'],
  ...['สุขภาพใจ', 'เกษตรอินทรีย์', 'ภาพยนตร์สั้น', 'กาแฟพิเศษ', 'ผ้าทอมือ', 'ดาราศาสตร์', 'วิ่งมาราธอน', 'ธุรกิจขนาดเล็ก'],
]
export const thaiKinds = ['สัมมนา', 'งานเทศกาล', 'อบรม', 'เสวนา', 'นิทรรศการ', 'ประชุม', 'ค่าย', 'เวิร์กช็อป']
export const sentences = [
  'A free evening for everybody who wants to learn together with others.',
  'Bring a friend, a notebook and something warm to drink.',
  'Talks in the morning, practice in the afternoon, food in between.',
  'For beginners and for people who have done this for years.',
  'Seats are few, so please apply early and cancel when you cannot come.',
]
export const thaiSentences = [
  'เปิดรับสมัครแล้ววันนี้ พบกับ',
  'เรียนรู้และแลกเปลี่ยนประสบการณ์เรื่อง',
  'ชวนเพื่อนมาร่วมกิจกรรม',
  'เหมาะสำหรับผู้เริ่มต้น',
]
export const streets = [
  '99 Rama IV Road',
  '12 Nimman Road',
  'ถนนพระรามที่ 4',
  'ถนนนิมมานเหมินท์',
  '7 Beach Road',
  'ถนนมิตรภาพ',
  '1 Phaya Thai Road',
]
export const places = [
  ...['Bangkok', 'กรุงเทพมหานคร', 'Bangkok', 'กรุงเทพมหานคร', 'Chiang Mai', 'เชียงใหม่', 'Khon Kaen', 'ขอนแก่น', 'Phuket'],
  ...['ภูเก็ต', 'Hat Yai', 'หาดใหญ่', 'Chiang Rai', 'เชียงราย', 'Nakhon Ratchasima', 'นครราชสีมา', 'Udon Thani', 'อุดรธานี'],
]
export const domains = [
  'ku.th',
  'ku.th',
  'ku.th',
  'chula.ac.th',
  'tu.ac.th',
  'cmu.ac.th',
  'mahidol.ac.th',
  'example.com',
  'example.org',
  'kmutt.ac.th',
]
/** Three of them make a word, which gives some 20,000 words. */
export const syllables = [
  ...[
    'ka',
    'ri',
    'mo',
    'ten',
    'lu',
    'sa',
    'vor',
    'ni',
    'pel',
    'da',
    'chi',
    'ro',
    'mai',
    'zu',
    'bel',
    'to',
    'han',
    'gi',
  ],
  ...['wen', 'fa', 'lor', 'ke', 'yun', 'ta', 'mir', 'so', 'dra'],
]
