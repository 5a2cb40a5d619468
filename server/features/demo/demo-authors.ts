/** Biographies of the invented authors of the demo library. */
export const demoAuthors: Readonly<Record<string, string>> = {
  "Idris Benali":
    "Idris Benali writes about the history of science and about travel: who measured what, with which instrument, and who carried it home. He likes a date with a doubt beside it.\n\nA sample author: he was invented for this demo library.",
  "Huda Salim":
    "Huda Salim writes for children and for people who read to them, often in two languages on one page. She also writes short poems and draws the patterns of Eight Points.\n\nA sample author: she was invented for this demo library.",
  "Yusuf Qasim":
    "Yusuf Qasim tells stories of towns that are not on the map and of people who keep small things going: a lamp, a bridge, a pot on the fire. He writes in English and in Arabic.\n\nA sample author: he was invented for this demo library.",
  "Maryam Haddad":
    "Maryam Haddad writes plain guides for beginners and quiet books about living with others. She also writes about the lives of scholars, as far as they are known.\n\nA sample author: she was invented for this demo library.",
  "Salma Idrisi":
    "Salma Idrisi cooks for large families and writes down what she does. Her tales begin in the same place: with a trade, a tool, and someone who has to be fed.\n\nA sample author: she was invented for this demo library.",
  "Karim Nasr":
    "Karim Nasr teaches languages and collects words that have travelled.\n\nA sample author: he was invented for this demo library.",
  "Amina Rahmani":
    "Amina Rahmani travels slowly and writes to her sister from every stop.\n\nA sample author: she was invented for this demo library.",
  "سعاد العلمي": "تكتب سعاد العلمي رسائل من المدن التي تضيع فيها.\n\nكاتبة متخيَّلة لهذه المكتبة التجريبية.",
};
