import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";

/** Equivalent words and spellings, a group a line. */
const groups = `
quran qur'an koran qoran coran kuran القرآن قرآن مصحف mushaf
salah salat salaat namaz solat صلاة الصلاة صلوة صلوات prayer prayers
zakah zakat zakaat زكاة الزكاة
sawm siyam soum fasting صوم صيام الصيام
hajj haj hadj حج الحج
umrah umra omra عمرة العمرة
ramadan ramadhan ramzan ramazan رمضان
muhammad mohammed mohamed mohammad muhammed mahomet mehmed محمد
hadith hadeeth hadis ahadith حديث الحديث أحاديث الأحاديث
sunnah sunna sunnat سنة السنة
sirah seerah seera sira siyar السيرة سيرة
tafsir tafseer tefsir تفسير التفسير
fiqh fikh feqh فقه الفقه
aqidah aqeedah aqida akida creed عقيدة العقيدة
tawhid tawheed tauhid tevhid توحيد التوحيد
sharia shariah shariat sharia'h شريعة الشريعة
sufi sufism tasawwuf tasavvuf صوفي تصوف التصوف
dua du'a duaa doua supplication دعاء الدعاء أدعية
dhikr zikr thikr remembrance ذكر الذكر أذكار
adhan azan athan ezan أذان الأذان
masjid mosque mosques مسجد المسجد مساجد
kaaba ka'bah kaabah caaba كعبة الكعبة
makkah mecca makka mekka مكة
madinah medina madina مدينة المدينة
jannah jannat paradise جنة الجنة
iman imaan eeman faith إيمان الإيمان
islam إسلام الإسلام
muslim moslem muslims مسلم المسلم مسلمين
allah الله
eid id bayram عيد العيد
jihad جهاد الجهاد
hijrah hijra hegira هجرة الهجرة
wudu wudhu wuzu abdest ablution وضوء الوضوء
imam imaam إمام الإمام
sheikh shaykh shaikh cheikh sheik شيخ الشيخ
surah sura surat سورة السورة
ayah ayat aya آية آيات
juz juz' para جزء
amma عم
fatihah fatiha الفاتحة فاتحة
baqarah baqara البقرة بقرة
yasin yaseen ياسين يس
mulk ملك الملك
kahf كهف الكهف
ilm علم العلم
adab أدب الأدب آداب
ummah umma أمة الأمة
wahy وحي الوحي
bukhari bokhari boukhari buhari البخاري بخاري
tirmidhi tirmizi tirmithi الترمذي ترمذي
nawawi nawawy النووي نووي
ghazali ghazzali gazali algazel الغزالي غزالي
ibn bin ben ابن بن
abd abdul abdel abdou عبد
abu abou abi abul aboul أبو أبي
mayy mai مي
izz ezz عز
rabb رب
haqq hakk حق
jinn djinn جن
sirr سر
birr بر
dharr dhar ذر
umm um oum أم
dhu zu dhou dhul dhil ذو ذي
taha طه
taymiyyah taymiyya taimiyah taymiya تيمية
qayyim kayyim qayim القيم
rumi roumi mevlana mawlana الرومي رومي
ismail ismael ismaeel ishmael إسماعيل
ishaq ishak isaac إسحاق
yaqub yaqoub yacoub jacob يعقوب
yunus younes yunis jonah يونس
harun haroun haroon aaron هارون
zakariya zakaria zakariyya zechariah زكريا
yusuf yousef youssef yousuf joseph يوسف
ibrahim ibraheem abraham إبراهيم
musa moussa moosa moses موسى
isa eesa jesus عيسى
maryam mariam miriam mary مريم
dawud daud dawood david داود
sulayman sulaiman suleiman solomon سليمان
nuh nooh noah نوح
adam آدم
umar omar عمر
uthman othman osman usman عثمان
ali aly علي
husayn hussein hussain husain الحسين حسين
hasan hassan الحسن حسن
fatimah fatima fatma فاطمة
aisha aishah ayesha aicha عائشة
khadijah khadija khadeeja خديجة
abdullah abdallah عبدالله
nur noor nour النور نور
layla laylah laila lailah leila leyla ليلى ليلا
huda hoda houda الهدى هدى
amina aminah ameena أمينة آمنة
bilal belal بلال
haddad حداد الحداد
zayd zaid zeid زيد
saeed saeid سعيد
hadi هادي الهادي
hud هود
yunus younus jonah يونس
yaqub yaqoub jacob يعقوب
ayyub ayoub أيوب
ishaq isaac إسحاق
ismail ishmael إسماعيل
harun haroon aaron هارون
yahya يحيى
ilyas elias إلياس
shuayb shoaib شعيب
salih saleh صالح
anas أنس
muadh muaz معاذ
hafsa hafsah حفصة
asma أسماء
asiya asiyah آسية
hajar hagar هاجر
ruqayyah ruqaya رقية
safiyyah safiya صفية
sumayyah sumaya سمية
sara sarah سارة
hana hanaa هناء
amal أمل آمال
qadr kadr القدر قدر
jinn djinn jin الجن جن
halal حلال الحلال
haram حرام الحرام
arabic عربي العربية عربية
story stories tale tales قصة قصص القصص حكاية حكايات
history تاريخ التاريخ
book kitab كتاب الكتاب
`;

/** The spellings of the group of each spelling; it belongs to the first group that contains it. */
const groupsBySpelling = new Map<string, readonly string[]>();
for (const line of groups.trim().split("\n")) {
  const spellings = line
    .split(" ")
    .map(normalizeSearchText)
    .filter((spelling) => !spelling.includes(" ") && !groupsBySpelling.has(spelling));
  for (const spelling of spellings) groupsBySpelling.set(spelling, spellings);
}

const minPrefixLength = 4;

/**
 * All spellings of the groups of a word, itself included; empty for none.
 *
 * @param words the normalized word and its skeleton
 * @param prefix the word where it may be the beginning of another
 */
export function listEquivalents(words: readonly string[], prefix: string | null): string[] {
  const isPrefixed = prefix !== null && prefix.length >= minPrefixLength;
  const known = isPrefixed ? [...groupsBySpelling.keys()].filter((each) => each.startsWith(prefix)) : [];
  return [...new Set([...words, ...known].flatMap((each) => groupsBySpelling.get(each) ?? []))];
}
